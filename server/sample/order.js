const basket = JSON.parse(localStorage.getItem('basket') ?? '[]');
const status = document.querySelector('.basket');

function show() {
  if (basket.length === 0) return;
  const total = basket.reduce((sum, { price }) => sum + price, 0).toFixed(2);
  status.textContent = `In your basket: ${basket.map(({ name }) => name).join(', ')}. Together €${total}.`;
}

for (const button of document.querySelectorAll('[data-item]')) {
  button.addEventListener('click', () => {
    basket.push({ name: button.dataset.item, price: Number(button.dataset.price) });
    localStorage.setItem('basket', JSON.stringify(basket));
    show();
  });
}
show();
